import { describeSettings } from './settings.server.ts';

const rows = () =>
  describeSettings().map(({ name, standard, values, about }) => `| \`${name}\` | ${standard} | ${values} | ${about} |`);

/** docs/settings.md, whole. */
export const settingsPage = () => `# Settings

All come from the environment; a clone needs none, and an empty one is none. A start that does not fit them says which and why. This page is written by \`npm run settings\` from \`src/platform/settings.server.ts\`.

| setting | default | values, or an example | what |
|---|---|---|---|
${rows().join('\n')}
`;
