/** Registered SMS senders by header: 'HDFCBK' → 'HDFC BANK LIMITED'. */
export type SenderTable = Map<string, string>;

/** @param lines of sms-headers.tsv: owner, tab, headers */
export function readSenderTable(lines: string): SenderTable {
  const table: SenderTable = new Map();
  for (const line of lines.split('\n')) {
    const [owner, headers = ''] = line.split('\t');
    for (const header of headers.split(' ')) if (owner && header) table.set(header, owner);
  }
  return table;
}

/** 'HDFCBK' of 'VM-HDFCBK-S' or 'hdfcbk'; null for a phone number or anything else. */
export function headerOf(sender: string): string | null {
  const parts = sender.trim().toUpperCase().split('-');
  // Prefix: operator and circle. Suffix: type of message (S, P, T, G).
  const [header = ''] = parts.length > 1 && /^[A-Z]{2}$/.test(parts[0] as string) ? parts.slice(1) : parts;
  return /^[A-Z0-9]{3,9}$/.test(header) && !/^\d{7,}$/.test(header) ? header : null;
}

export function findSender(sender: string, table: SenderTable): { header: string; owner: string } | null {
  const header = headerOf(sender);
  const owner = header && table.get(header);
  return header && owner ? { header, owner } : null;
}
