import { REVIEW_STATUSES } from '@porchlight/contracts';
import { column, type Columns, type Document, type Index, type Stored } from '@porchlight/store';
import { type SecretBox, signingColumns, signingSecrets } from '../payloads';

export const publishedAppColumns = {
  ...signingColumns,
  name: column.text,
  redirectUrl: column.text,
  canReply: column.flag,
  /** The registered system that published it; its key signs callbacks. */
  system: column.text,
  /** The operator's decision (D13.9); absent only until the migration approves the apps of earlier versions. */
  review: column.optional(column.word(...REVIEW_STATUSES)),
} satisfies Columns;

/** A published inbox app. Its id is unique over all accounts. */
export interface PublishedAppDocument extends Document, Stored<typeof publishedAppColumns> {}

/** Whether an account may install the app: its own, or an approved one. */
export const isInstallableIn = ({ accountId, review }: PublishedAppDocument, viewer: number): boolean =>
  accountId === viewer || review === 'Approved';

/** Global, because installations look apps up from any account. */
export const publishedAppIndexes: readonly Index[] = [
  { keys: { id: 1 }, global: true },
  // Lists of what other accounts may install.
  { keys: { review: 1, id: 1 }, global: true },
];

/** Encryption context of an app's secrets: the publishing account. */
export const appSecretContext = (accountId: number): string => `published inbox app of account ${accountId}`;

/** The signing secrets of the app, newest first. */
export const appSecrets = (app: PublishedAppDocument, box: SecretBox, now: Date): string[] =>
  signingSecrets(app, now, (sealed) => box.open(sealed, appSecretContext(app.accountId)));
