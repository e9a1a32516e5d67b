import type { Document, Index } from '@porchlight/store';
import type { SecretBox } from '../ports';
import { signingSecrets, type SigningDocument } from './signing-secrets';

/** An inbox app that every account may install. Its id is unique over all accounts. */
export interface PublishedAppDocument extends Document, SigningDocument {
  name: string;
  redirectUrl: string;
  canReply: boolean;
  /** The registered system that published it; its key signs callbacks. */
  system: string;
}

/** Installing looks it up from any account. */
export const publishedAppIndexes: readonly Index[] = [{ keys: { id: 1 }, global: true }];

/** What binds an app's sealed secret to the account that published it. */
export const appSecretContext = (accountId: number): string => `published inbox app of account ${accountId}`;

/** The secrets that sign what the app is sent, newest first. */
export const appSecrets = (app: PublishedAppDocument, box: SecretBox, now: Date): string[] =>
  signingSecrets(app, now, (sealed) => box.open(sealed, appSecretContext(app.accountId)));
