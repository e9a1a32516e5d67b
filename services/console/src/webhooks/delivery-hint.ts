import { t } from '@lingui/core/macro';
import type { Delivery } from './delivery-attempts';

/** What to do about a status, from its most special to its most general meaning. */
const STATUS_HINTS: readonly (readonly [applies: (status: number) => boolean, hint: string])[] = [
  [
    (status) => status === 401 || status === 403,
    t`The receiver refused the request. Check how it verifies the signature.`,
  ],
  [(status) => status === 404, t`The address does not exist at the receiver. Correct the address of the webhook.`],
  [
    (status) => status === 406 || status === 410,
    t`The receiver asked for no more notifications. This disables the webhook.`,
  ],
  [(status) => status === 429, t`The receiver gets too many requests. The delivery is retried later.`],
  [(status) => status >= 300 && status < 400, t`Redirects are not followed. Use the final address for the webhook.`],
  [(status) => status >= 500, t`The receiver failed. Correct the receiver, then retry the delivery.`],
  [(status) => status >= 400, t`The receiver does not accept the request. Its response names the reason.`],
];

/** What to do about a missing response, by its reason. */
const ERROR_HINTS: readonly (readonly [reason: RegExp, hint: string])[] = [
  [/tls|cert/i, t`The certificate of the receiver is not valid. Renew it, or complete its chain.`],
  [
    /no-answer/,
    t`The receiver did not respond. Check that the address is correct and can be reached from the internet.`,
  ],
];

const OTHER_ERROR = t`The connection failed before a response. Check the receiver, then retry the delivery.`;

/** What the user can do about a delivery whose last attempt failed; undefined if it did not fail. */
export const findHint = ({ status: state, attempts }: Pick<Delivery, 'status' | 'attempts'>): string | undefined => {
  const last = attempts.at(-1);
  if (!last || state === 'Delivered') return undefined;
  const { status, error } = last;
  if (status !== null) return STATUS_HINTS.find(([applies]) => applies(status))?.[1];
  return ERROR_HINTS.find(([reason]) => reason.test(error ?? 'no-answer'))?.[1] ?? OTHER_ERROR;
};
