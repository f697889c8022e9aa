import { personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { type ForgotModel, ForgotPasswordView } from './forgot-password-view.tsx';
import { servedPage } from '../served-page.tsx';

export const loader = personalLoader(async ({ url }) => ({
  model: { lost: url.searchParams.get('method') === 'email' ? 'email' : 'phone' } satisfies ForgotModel,
}));

export default servedPage(ForgotPasswordView);
