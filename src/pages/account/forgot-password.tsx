import { personalLoader } from '../../platform/page/page-loader.server.ts';
import type { Handle } from '../../root.tsx';
import '../../ui/forms.css';
import { type ForgotModel, ForgotPasswordView } from './forgot-password-view.tsx';
import { servedPage } from '../served-page.tsx';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader(async ({ url }) => ({
  model: { lost: url.searchParams.get('method') === 'email' ? 'email' : 'phone' } satisfies ForgotModel,
}));

export default servedPage(ForgotPasswordView);
