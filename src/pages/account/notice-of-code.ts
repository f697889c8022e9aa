import { account } from '../../messages/account.ts';

/** Notice of the code step, from the query parameter that the previous form set. */
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
