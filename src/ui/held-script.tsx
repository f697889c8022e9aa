/** A script that runs once something inserts a copy of it (first-script.ts, consent.ts): a template's contents are inert. */
export const HeldScript = ({ id, src = '' }: { id: string; src: string | undefined }) => (
  // React renders no children into a template.
  <template id={id} dangerouslySetInnerHTML={{ __html: `<script type="module" src="${src}"></script>` }} />
);
