export type Sms = {
  /** E.164. */
  to: string;
  text: string;
  /** Absent where the message only tells something. */
  code: string | undefined;
  /** The same on every try of one message. */
  reference: string;
  /** Of the registered text, with the operators. */
  templateId: string;
};
export type SmsProvider = { send(message: Sms, signal: AbortSignal): Promise<void> };

/**
 * Asks a provider and reads its answer; a redirect is none.
 * @throws Error with the status as `code`, and nothing of what the provider said: it may repeat the number
 */
export async function postToProvider(
  url: URL,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  const text = (await response.text()).slice(0, 10_000);
  if (!response.ok) throw refusal(`HTTP ${response.status}`);
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw refusal('no JSON');
  }
}

export const refusal = (code: string) => Object.assign(new Error('The provider did not take the message.'), { code });
