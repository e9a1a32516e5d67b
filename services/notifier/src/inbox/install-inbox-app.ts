import type { InboxApp, InstallInboxAppRequest } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Clock, Logger } from '@porchlight/runtime';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import { grantOf } from '../granted-records';
import type { UserCopies } from '../copies';
import type { Egress, SystemKey, SystemKeys } from '../egress';
import { type SecretBox, signHeaders } from '../payloads';
import { requireActiveUser } from './active-user';
import type { PublishedApps } from './published-app-store';
import type { InboxAppDocument } from './inbox-app-document';
import { requireScope } from './inbox-app-strategy';
import { appSecrets, isInstallableIn, type PublishedAppDocument } from './published-app-document';
import { requireHttpsUrl } from './published-app-strategy';

/** Dependencies of the installation. */
export interface InstallOptions {
  readonly published: PublishedApps;
  readonly store: Pick<ResourceStore<InboxApp, InboxAppDocument>, 'insert' | 'find' | 'modify' | 'count' | 'render'>;
  readonly users: Pick<UserCopies, 'find'>;
  readonly egress: Egress;
  readonly systemKeys: SystemKeys;
  readonly systemSignatureHeader: string;
  readonly box: SecretBox;
  readonly eventId: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Installations of one account. */
const MAX_INSTALLED = 1_000;
/** Concurrent test requests. */
const MAX_TESTS = 64;
/** No id. */
const NONE = 0;
/** User id of an installation for all of the account. */
const WHOLE_ACCOUNT = 0;
const TEST_BODY = JSON.stringify({ test: 1 });
/** One message for all causes: it must not reveal internal hosts or which of them are refused. */
const UNREACHABLE =
  "The address in 'subscriptionUrl' did not answer the test POST with HTTP 200 within 10 seconds. Check that it is reachable from outside and install again.";

/**
 * POST /v1/inboxApps/install: checks the role, the app and the subscription URL, then installs the app (specification:
 * Inbox app installation; decisions section 9). A disabled installation is enabled again. Throws INBOX_APP_SCOPE,
 * NOT_FOUND, UNKNOWN_REFERENCE, INVALID_BODY, CONFLICT at 1,000 installations, RATE_LIMITED while 64 tests are waiting,
 * and UNAVAILABLE if the key of the system cannot be read.
 */
export const createInstall = (options: InstallOptions) => {
  const { published, store, users, clock } = options;
  let testing = 0;

  /**
   * An installation that was disabled by failures. Installed again, it continues with its conversations and pending
   * deliveries.
   */
  const disabledOne = async (call: StoreCall, publishedInboxAppId: number, userId: number): Promise<number> =>
    (await store.find(call, { publishedInboxAppId, userId, status: 'Disabled' }, 1))[0]?.id ?? NONE;

  /** Without the signature that the receiver requires, the test would report a failure of the receiver. */
  const findSystemKey = (system: string): Promise<SystemKey | undefined> =>
    options.systemKeys.find(system).catch(() => {
      throw refuse('UNAVAILABLE');
    });

  /** Only status 200 counts. The response is not shown. */
  const test = async (url: string, app: PublishedAppDocument, call: StoreCall): Promise<void> => {
    if (testing >= MAX_TESTS) throw refuse('RATE_LIMITED');
    testing++;
    try {
      const at = clock.date();
      const signing = {
        eventId: await memoize(call, 'eventId', () => options.eventId()),
        body: TEST_BODY,
        systemKey: await findSystemKey(app.system),
        systemSignatureHeader: options.systemSignatureHeader,
        at,
      };
      const outcome = await options.egress.post(
        url,
        signHeaders({ secrets: appSecrets(app, options.box, at) }, signing),
        TEST_BODY,
      );
      const ok = outcome.kind === 'answered' && outcome.status === 200;
      const logged = outcome.kind === 'answered' ? { status: outcome.status } : { error: outcome.error };
      options.logger.info(
        { event: 'inbox_app.tested', publishedInboxAppId: app.id, ok, ...logged },
        'a subscription URL was tested',
      );
      if (!ok) throw invalidBody(UNREACHABLE);
    } finally {
      testing--;
    }
  };

  return async (request: InstallInboxAppRequest, call: StoreCall): Promise<{ record: InboxApp }> => {
    const { publishedInboxAppId, userId, subscriptionUrl } = request;
    const { actor } = call;
    requireScope(actor, userId);
    const app = await published.find(publishedInboxAppId);
    if (!app || !isInstallableIn(app, actor.accountId)) throw refuse('NOT_FOUND', { what: 'published inbox app' });
    requireHttpsUrl('subscriptionUrl', subscriptionUrl);
    if (userId !== WHOLE_ACCOUNT) await requireActiveUser(users, call, 'userId', userId);
    const disabledId = await memoize(call, 'disabledId', () => disabledOne(call, app.id, userId));
    if (disabledId === NONE && (await store.count(actor.accountId, 'total')) >= MAX_INSTALLED)
      throw refuse('CONFLICT', { message: `This account already has ${MAX_INSTALLED} inbox apps. Remove one first.` });
    await test(subscriptionUrl, app, call);
    const { name, canReply } = app;
    const asNow = {
      createdById: actor.userId,
      name,
      canReply,
      subscriptionUrl,
      ...grantOf(actor),
      status: 'Active' as const,
      givenUp: [],
    };
    const document =
      disabledId === NONE
        ? await store.insert(call, { publishedInboxAppId: app.id, userId, ...asNow })
        : await store.modify(call, disabledId, ({ disabledBy: _, grantId: _former, ...before }) => ({
            ...before,
            ...asNow,
          }));
    return { record: await store.render(document, call) };
  };
};
