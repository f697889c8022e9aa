import { account } from '../../messages/account.ts';

/** What the step that asks for a code says of it; the address has it from the form that came before. */
export function noticeOfCode({ searchParams }: URL): { tone: 'good' | 'warn'; text: string } | null {
  switch (searchParams.get('said')) {
    case 'again':
      return { tone: 'good', text: account.newCodeSent };
    case 'already':
      return { tone: 'warn', text: account.alreadySent };
    default:
      return null;
  }
}
