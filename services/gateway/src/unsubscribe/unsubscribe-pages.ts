import type { DescribeUnsubscribeLinkResponse } from '@porchlight/contracts';
import { escapeHtml } from '@porchlight/text';
import type { Page } from '../oauth/page';

type Link = Pick<DescribeUnsubscribeLinkResponse, 'address' | 'accountName'>;

const senderOf = ({ accountName }: Link): string => (accountName === '' ? 'this sender' : accountName);

/** Asks before it changes anything: mail programs and scanners open links. */
export const confirmPage = (link: Link): Page => ({
  title: `Stop emails from ${senderOf(link)}?`,
  body: `<p><strong>${escapeHtml(link.address)}</strong> will get no more emails from ${escapeHtml(senderOf(link))}.</p>
<form method="post">
<button class="first" type="submit">Unsubscribe</button>
</form>`,
});

/** After the opt-out, also if it was repeated. */
export const unsubscribedPage = (link: Link): Page => ({
  title: 'You are unsubscribed',
  body: `<p><strong>${escapeHtml(link.address)}</strong> gets no more emails from ${escapeHtml(senderOf(link))}.</p>
<p>To get them again, write to ${escapeHtml(senderOf(link))}.</p>`,
});

/** The link of a preview. */
export const samplePage: Page = {
  title: 'This is a sample link',
  body: '<p>It stands in previews and unsubscribes no address. The email that is sent has a link of its own.</p>',
};

/** A link that is damaged, forged or expired. */
export const brokenLinkPage: Page = {
  title: 'This link does not work',
  body: '<p role="alert">The link is incomplete or has expired. Use the link of a newer email, or reply to the sender to be removed.</p>',
};
