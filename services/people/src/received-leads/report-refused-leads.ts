import { defineJob, done } from '@porchlight/backend';
import { leadsRefused } from '@porchlight/contracts';
import { HOUR_MS } from '@porchlight/runtime';
import { column } from '@porchlight/store';
import type { Parts } from '../service';

const MAX_ACCOUNTS = 10_000;
/** The status of a lead that the limit of POST /events refused. */
const LIMITED = 429;

/** Publishes that leads were refused in an hour. The notification of the owner is unique for the hour (D13.10). */
export const refusedLeadReports = defineJob({
  name: 'refusedLeadReports',
  /** Start of the hour, ms since the epoch. */
  key: { hour: column.number },
  data: {},
  every: '5s',
  stepTimeout: '10s',
  step:
    ({ publishFact }: Pick<Parts, 'publishFact'>) =>
    async ({ job }) => {
      const since = new Date(job.key.hour).toISOString();
      await publishFact(leadsRefused, { accountId: job.accountId, data: { since } });
      return done();
    },
});

interface RefusedLeadOptions {
  readonly jobs: { add(accountId: number, key: { hour: number }, data: object): Promise<void> };
  readonly clock: Pick<Parts['clock'], 'now'>;
}

/** Adds the report of the current hour if leads of an account were refused by their limit. */
export type ReportRefusedLeads = (accountId: number, leads: readonly { readonly status: number }[]) => Promise<void>;

/** Replicas and restarts can add the report of an hour again; the owner is notified once all the same. */
export const createReportRefusedLeads = ({ jobs, clock }: RefusedLeadOptions): ReportRefusedLeads => {
  let reported = { hour: 0, accounts: new Set<number>() };
  return async (accountId, leads) => {
    if (!leads.some(({ status }) => status === LIMITED)) return;
    const hour = clock.now() - (clock.now() % HOUR_MS);
    if (reported.hour !== hour || reported.accounts.size >= MAX_ACCOUNTS) reported = { hour, accounts: new Set() };
    if (reported.accounts.has(accountId)) return;
    await jobs.add(accountId, { hour }, {});
    reported.accounts.add(accountId);
  };
};
