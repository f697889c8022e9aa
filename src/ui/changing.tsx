/**
 * A text that changes while it is shown. The element is replaced with it: a browser's translation takes the text node
 * out of its element, where an update by the component would no longer be seen.
 */
export const Changing = ({ text }: { text: string }) => <span key={text}>{text}</span>;
