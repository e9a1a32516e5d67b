import { escapeHtml } from '@porchlight/text';
import { htmlToText } from '../html';
import type { AccountProfile } from './account-profiles';

/** A mail to a contact before its footer. */
export interface ContactMailBody {
  readonly html: string;
  /** The template places the link itself; only the address line is added. */
  readonly hasLink: boolean;
}

/** The postal address; without one the name of the account (D13.4). */
const footerLines = ({ name, mailFooter }: AccountProfile): string[] => {
  const lines = mailFooter.split(/\r?\n/).map((line) => line.trim());
  const filled = lines.filter((line) => line !== '');
  return filled.length > 0 ? filled : [name];
};

/** Returns the HTML and the plain text of a mail with the postal address and the unsubscribe link. */
export const withFooter = ({ html, hasLink }: ContactMailBody, profile: AccountProfile, url: string) => {
  const lines = footerLines(profile);
  const link = hasLink ? '' : `<br><a href="${escapeHtml(url)}">Unsubscribe</a>`;
  const footer = `<p style="font-size:12px;color:#666">${lines.map(escapeHtml).join('<br>')}${link}</p>`;
  const end = html.search(/<\/body\s*>/i);
  return {
    html: end < 0 ? `${html}\n${footer}` : `${html.slice(0, end)}${footer}${html.slice(end)}`,
    // The text has no links: the address of the link is written out.
    text: `${htmlToText(html)}\n\n${lines.join('\n')}\nUnsubscribe: ${url}`,
  };
};
