import { domainToASCII } from 'node:url';
import type { SenderDomain } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { readSender } from '@porchlight/mail';
import { DAY_MS, type Clock } from '@porchlight/runtime';
import { assertVersion, requireVersion, toVersion, type DocumentCollection } from '@porchlight/store';
import { checkSenderDomain, readDomain } from './check-sender-domain';
import { createDomainProof, type DomainProof } from './domain-proof';
import type { ResolveTxt } from './resolve-txt';
import { formatSenderId, type SenderDomainDocument } from './sender-domain-document';

/** Time for which an account that sent before may send without a verified domain, ms. */
export const GRACE_MS = 30 * DAY_MS;
/** A mail looks the record up again after this time, ms. */
const CHECK_AGAIN_MS = 5 * 60_000;
/** The record of a verified domain is looked up again after this time, ms. */
const RECHECK_MS = DAY_MS;
/** A waiting mail looks again after this time, ms. */
const WAIT_MS = 60 * 60_000;

/** Who sends a mail of an account: its own address, the installation, or neither yet. */
export type SenderChoice =
  | { readonly kind: 'own'; readonly address: string }
  | { readonly kind: 'installation' }
  | { readonly kind: 'waits'; readonly until: Date; readonly reason: string };

interface SenderPorts {
  readonly senderDomains: DocumentCollection<SenderDomainDocument>;
  readonly resolveTxt: ResolveTxt;
  /** Key of the value of the DNS record. */
  readonly key: Buffer;
  readonly clock: Pick<Clock, 'now' | 'date'>;
  /** Mails wait without a verified domain. */
  readonly isRequired: boolean;
}

/** Senders of mails to contacts (N5). */
export interface SenderDomains {
  read(accountId: number): Promise<SenderDomain>;
  /** `ifVersion` is that of If-Match. Throws INVALID_BODY, PRECONDITION_FAILED. */
  set(accountId: number, address: string, ifVersion?: number): Promise<SenderDomain>;
  /** Looks the DNS record up. Throws INVALID_BODY if the account has no sender. */
  verify(accountId: number): Promise<SenderDomain>;
  /** Throws PRECONDITION_FAILED. */
  remove(accountId: number, ifVersion?: number): Promise<void>;
  /** Who sends a mail now. */
  choose(accountId: number): Promise<SenderChoice>;
  /** The end of the time without a verified domain, which begins now; undefined: it has one, or never sent before. */
  beginGrace(accountId: number): Promise<Date | undefined>;
}

const REASON =
  'The account has no verified sender domain. The mail is sent after the owner verifies one (PUT /v1/senderDomain, or Settings in the console).';

/** The address with its domain in ASCII. Throws INVALID_BODY. */
const parseSender = (text: string): string => {
  const sender = readSender(text);
  const at = sender?.address.lastIndexOf('@') ?? -1;
  const domain = domainToASCII(sender?.address.slice(at + 1) ?? '');
  if (!sender || !domain.includes('.'))
    throw invalidBody(
      "Field 'address' must be an email address of a domain of yours, such as team@harborlane.example.",
    );
  return `${sender.address.slice(0, at)}@${domain}`;
};

/** The stored senders. */
const createSenderRecords = (senderDomains: SenderPorts['senderDomains']) => {
  const find = async (accountId: number) =>
    (await senderDomains.findOne({ _id: formatSenderId(accountId), accountId })) ?? undefined;
  const update = async (accountId: number, change: Record<string, object>, ifVersion?: number): Promise<void> => {
    const document = { _id: formatSenderId(accountId), accountId };
    const filter = await requireVersion(senderDomains, document, 'version', ifVersion);
    if (await senderDomains.updateOne(filter, change)) return;
    if ((await find(accountId)) === undefined) await senderDomains.insertMany([{ ...document, version: 0 }]);
    if (!(await senderDomains.updateOne(filter, change))) throw refuse('PRECONDITION_FAILED');
  };
  return { find, update };
};

/** The sender as the owner sees it. */
const describeSender = (
  accountId: number,
  document: SenderDomainDocument | undefined,
  { isRequired, formatRecord }: Pick<SenderPorts, 'isRequired'> & Pick<DomainProof, 'formatRecord'>,
): SenderDomain => {
  const { address, verifiedAt, checkedAt, problem, sentBefore, graceUntil } = document ?? {};
  const record = address === undefined ? undefined : formatRecord(accountId, readDomain(address));
  return {
    version: toVersion(document?.version),
    address,
    status: address === undefined ? 'None' : verifiedAt === undefined ? 'Pending' : 'Verified',
    required: isRequired,
    requiredFrom: sentBefore && isRequired ? graceUntil : undefined,
    recordName: record?.name,
    recordValue: record?.value,
    verifiedAt,
    checkedAt,
    problem,
  };
};

/** Opens the senders of accounts. */
export const createSenderDomains = (ports: SenderPorts): SenderDomains => {
  const { senderDomains, clock, isRequired } = ports;
  const { find, update } = createSenderRecords(senderDomains);
  const { formatRecord, findProblem } = createDomainProof(ports);
  const check = checkSenderDomain({ senderDomains, findProblem, clock });
  const read = async (accountId: number): Promise<SenderDomain> =>
    describeSender(accountId, await find(accountId), { isRequired, formatRecord });

  return {
    read,
    async set(accountId, text, ifVersion) {
      const address = parseSender(text);
      const before = await find(accountId);
      assertVersion(toVersion(before?.version), ifVersion);
      const isSameDomain = before?.address !== undefined && readDomain(before.address) === readDomain(address);
      const change = {
        $set: { address },
        $inc: { version: 1 },
        ...(!isSameDomain && { $unset: { verifiedAt: 1, checkedAt: 1, problem: 1, absentSince: 1 } }),
      };
      await update(accountId, change, ifVersion);
      return read(accountId);
    },
    async verify(accountId) {
      const document = await find(accountId);
      if (document?.address === undefined)
        throw invalidBody('The account has no sender. Set it with PUT /v1/senderDomain first.');
      await check(accountId, { ...document, address: document.address });
      return read(accountId);
    },
    async remove(accountId, ifVersion) {
      const before = await find(accountId);
      assertVersion(toVersion(before?.version), ifVersion);
      if (!before) return;
      const $unset = { address: 1, verifiedAt: 1, checkedAt: 1, problem: 1, absentSince: 1 };
      await update(accountId, { $unset, $inc: { version: 1 } }, ifVersion);
    },
    async choose(accountId) {
      const document = await find(accountId);
      const { address, verifiedAt, checkedAt, sentBefore, graceUntil } = document ?? {};
      const now = clock.now();
      // A domain that proves nothing yet matters only where one is required.
      if (document && address !== undefined && (verifiedAt !== undefined || isRequired)) {
        const pause = verifiedAt === undefined ? CHECK_AGAIN_MS : RECHECK_MS;
        const isDue = checkedAt === undefined || now - checkedAt.getTime() >= pause;
        const isProved = isDue ? await check(accountId, { ...document, address }) : verifiedAt !== undefined;
        if (isProved) return { kind: 'own', address };
      }
      if (!isRequired) return { kind: 'installation' };
      if (sentBefore && (graceUntil === undefined || now < graceUntil.getTime())) return { kind: 'installation' };
      return { kind: 'waits', until: new Date(now + WAIT_MS), reason: REASON };
    },
    async beginGrace(accountId) {
      const document = await find(accountId);
      if (!document?.sentBefore || document.verifiedAt !== undefined) return undefined;
      if (document.graceUntil) return document.graceUntil;
      const graceUntil = new Date(clock.now() + GRACE_MS);
      await update(accountId, { $set: { graceUntil } });
      return graceUntil;
    },
  };
};
