import { Fragment, type ReactNode } from 'react';
import { isOfficialSource } from '../platform/text/official-sites.ts';
import { keepTogether } from './keep-together.ts';

const site = /(?<![\w@.-])((?:[a-z\d-]+\.)+in(?:\/[a-z\d-]+)*)(?![\w@])/;

/** A sentence of ours whose official sites ('rtionline.gov.in') are links. */
export function LinkedSites({ text }: { text: string }): ReactNode {
  return text.split(site).map((part, at) => (
    <Fragment key={at}>
      {at % 2 === 1 && isOfficialSource(`https://${part}`) ? (
        <a href={`https://${part}`} rel="noopener">
          {part}
        </a>
      ) : (
        keepTogether(part)
      )}
    </Fragment>
  ));
}
