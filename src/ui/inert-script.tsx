/** Scripts that run once something inserts a copy (first-script.ts, consent.ts): a template's contents are inert. */
export const InertScript = ({ id, src = [] }: { id: string; src: string | readonly string[] | undefined }) => (
  // React renders no children into a template.
  <template
    id={id}
    dangerouslySetInnerHTML={{
      __html: [src]
        .flat()
        .map((each) => `<script type="module" src="${each}"></script>`)
        .join(''),
    }}
  />
);
