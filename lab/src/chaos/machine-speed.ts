import { measureMedian } from '@porchlight/testkit';
import type { ServiceClient } from '@porchlight/tools/src/send/service-client';
import { persist } from '../service-calls';

/** How fast a machine is, and what the run may ask of it. */
export interface MachineSpeed {
  /** Multiplies time limits; a whole number, 1 on a usual machine. */
  readonly slowdown: number;
  /** The rate of leads that suits the machine: at most `usual`, and at most this share of what one client achieves. */
  limitRate(usual: number, share: number): number;
}

/** A lead of one client, ms. Up to it a machine is a usual one; on two cores it takes 30 ms beside other work. */
const USUAL_MS = 100;
const MAX_SLOWDOWN = 12;
/** Leads that are sent one after the other; the first ones run code that is not compiled yet. */
const LEADS = 20;
const SKIPPED = 10;

/** The speed of a machine on which a lead of one client takes `leadMs` ms. */
export const describeSpeed = (leadMs: number): MachineSpeed => {
  const slowdown = Math.min(MAX_SLOWDOWN, Math.max(1, Math.ceil(leadMs / USUAL_MS)));
  return {
    slowdown,
    limitRate: (usual, share) => Math.min(usual, (share * 1_000) / leadMs),
  };
};

/** Sends leads one after the other. Returns the speed by their median. */
export async function measureSpeed(
  client: ServiceClient,
  run: string,
): Promise<{ readonly speed: MachineSpeed; readonly leadMs: number }> {
  const sendLead = (n: number): Promise<unknown> => {
    const person = { emails: [{ value: `speed.${n}.${run}@example.com` }] };
    return persist(client, { method: 'POST', path: '/v1/events', json: { type: 'Registration', person } });
  };
  const leadMs = await measureMedian(sendLead, { runs: LEADS, skipped: SKIPPED });
  return { speed: describeSpeed(leadMs), leadMs };
}
