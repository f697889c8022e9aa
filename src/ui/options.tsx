type Option = readonly [value: string | number, text: string];

/** What a select offers. */
export const Options = ({ of }: { of: readonly Option[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
