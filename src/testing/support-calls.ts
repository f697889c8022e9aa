import { commands } from '../commands/commands.server.ts';
import type { TestApp } from './build-test-app.ts';
import { commandContext } from './command-context.ts';

/** What the tests of contact, complaints and the inbox send. @param unique tells one test's messages from another's */
export const messageOf = (unique: number, more: object = {}) => ({
  name: 'Asha Rao',
  email: 'Asha@Example.in',
  subject: `A question ${unique}`,
  message: 'Which papers do I need?',
  ...more,
});

export const complaintOf = (unique: number, more: object = {}) => ({
  name: 'Asha Rao',
  email: 'asha@example.in',
  category: 'WRONG',
  text: `The fee is wrong ${unique}.`,
  ...more,
});

export const sendToSupport = (test: TestApp, url: string, body: object, headers: Record<string, string> = {}) =>
  test.send('POST', `/api/support/${url}`, body, headers);

export const mailsTo = async (test: TestApp, to: string) =>
  (await test.services.outbox.listForDevelopment()).filter((mail) => mail.to === to);

/** `npm run inbox`. @returns its exit status, and its lines, errors too */
export async function runInbox(test: TestApp, ...args: string[]): Promise<{ status: number; text: string }> {
  const printed: string[] = [];
  const status = await commands.inbox!.run(
    args,
    commandContext(test.services, { tell: (line) => void printed.push(line) }),
  );
  return { status, text: printed.join('\n') };
}
