export type Sms = {
  /** A phone number in E.164. */
  to: string;
  text: string;
  /** Absent for notices. */
  code: string | undefined;
  link?: string | undefined;
  /** Stable across retries of one message. */
  reference: string;
  /** DLT template id of the registered text. */
  templateId: string;
};
export type SmsProvider = { send(message: Sms, signal: AbortSignal): Promise<void> };

/**
 * Sends a request to a provider and parses its response; a redirect counts as a failure.
 * @throws Error with the status as `code`, and without the provider's text, which may contain the number
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
