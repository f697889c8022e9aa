import { insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { LettersView } from './letters-view.tsx';
import styles from './letters.module.css';
import { servedPage } from '../served-page.tsx';

export const loader = pageLoader(async ({ url }) => {
  insistOn('/letters', url);
  return { model: {}, tags: [] };
});

export default servedPage(LettersView, styles.letters);
