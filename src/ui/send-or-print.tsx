import { Icon } from './icon.tsx';

type Props = { className: 'share' | 'acts'; text: string; send: string; print: string };

/** A list to send by WhatsApp, or to print. */
export const SendOrPrint = ({ className, text, send, print }: Props) => (
  <div className={className}>
    <a className="tool" rel="noopener nofollow" href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
      <Icon name="chat" />
      {send}
    </a>
    <button type="button" className="tool" data-act="print">
      <Icon name="print" />
      {print}
    </button>
  </div>
);
