import type { Backend, BackendDependencies } from '@porchlight/backend';
import type { Publisher } from '@porchlight/bus';
import type { Mailer } from '@porchlight/mail';
import type { Config } from './config';

/** Infrastructure that the features are built with. */
export interface Context
  extends
    Pick<BackendDependencies<Config>, 'config' | 'clock' | 'ids' | 'logger'>,
    Pick<Backend, 'store' | 'openJobs' | 'beforeForgetting' | 'onAccounts' | 'answerFacts'> {
  readonly rpc: Pick<Backend['rpc'], 'add'>;
  readonly bus: Publisher;
  readonly mailer: Pick<Mailer, 'configured' | 'leaves' | 'send'>;
}

/** Collections that are read before the account of a request is known; the auth database is small. */
export const BEFORE_ACCOUNT = { unsharded: 'read before the account of a request is known' } as const;

/** Guarded updates need an index of exactly their fields (libs/store/README.md). */
export const GUARDED = { keys: { _id: 1, v: 1 }, global: true } as const;
/** The database deletes documents when they expire. */
export const EXPIRING = { keys: { expires: 1 }, global: true, expireAfterSeconds: 0 } as const;
