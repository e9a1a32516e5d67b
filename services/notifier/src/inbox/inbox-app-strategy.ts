import type { Actor } from '@porchlight/access';
import { inboxAppDisabled, type InboxApp } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Strategy } from '@porchlight/store';
import type { InboxAppDocument } from './inbox-app-document';

/** Rules of installations (specification: Inbox app installation). */
export const inboxAppStrategy: Strategy<InboxApp, InboxAppDocument> = {
  events(before, after) {
    if (before?.status !== 'Active' || after?.status !== 'Disabled') return [];
    const { id, name, subscriptionUrl, disabledBy } = after;
    return [inboxAppDisabled.event({ inboxAppId: id, name, url: subscriptionUrl, by: disabledBy ?? 'service' })];
  },
};

/** Only the owner may act for the account or other users. Throws INBOX_APP_SCOPE. */
export const requireScope = (actor: Actor, userId: number): void => {
  if (actor.role !== 'Owner' && (userId === 0 || userId !== actor.userId))
    throw refuse('INBOX_APP_SCOPE', {
      what: 'This key',
      userId: actor.userId,
      instead: "Send that userId, or use the owner's key.",
    });
};

/**
 * An app of one user reaches only that user's inbox, with any key (specification: Inbox app installation, rule 1).
 * Throws INBOX_APP_SCOPE.
 */
export const requireInbox = (app: Pick<InboxAppDocument, 'userId'>, userId: number | undefined): void => {
  if (app.userId !== 0 && userId !== undefined && userId !== app.userId)
    throw refuse('INBOX_APP_SCOPE', {
      what: 'This inbox app',
      userId: app.userId,
      instead: 'Name that user, or install it for the account with userId 0.',
    });
};
