import type { Attack } from './attack';
import { BODY_ATTACKS } from './attacks/bodies';
import { CONNECTION_ATTACKS } from './attacks/connection-attacks';
import { FLOOD_ATTACKS } from './attacks/floods';
import { FORGED_RECORD_ATTACKS } from './attacks/forged-records';
import { HIDDEN_PEOPLE_ATTACKS } from './attacks/hidden-people-attacks';
import { LIST_ATTACKS } from './attacks/lists';
import { MAIL_ATTACKS } from './attacks/mails';
import { OUTBOX_ATTACKS } from './attacks/outbox';
import { SIGN_IN_ATTACKS } from './attacks/sign-ins';
import { STALL_ATTACKS } from './attacks/stalls';
import { TABLE_ATTACKS } from './attacks/tables';
import { UPLOAD_ATTACKS } from './attacks/uploads';
import { WEBHOOK_ATTACKS } from './attacks/webhook-attacks';

/**
 * All attacks, in the order in which they run: floods of connections come last because they need data of the others.
 */
export const ATTACKS: readonly Attack[] = [
  ...OUTBOX_ATTACKS,
  ...LIST_ATTACKS,
  ...BODY_ATTACKS,
  ...TABLE_ATTACKS,
  ...STALL_ATTACKS,
  ...HIDDEN_PEOPLE_ATTACKS,
  ...FORGED_RECORD_ATTACKS,
  ...MAIL_ATTACKS,
  ...FLOOD_ATTACKS,
  ...SIGN_IN_ATTACKS,
  ...WEBHOOK_ATTACKS,
  ...UPLOAD_ATTACKS,
  ...CONNECTION_ATTACKS,
];

/** The attacks of the short form. */
export const shortAttacks = (): readonly string[] => ATTACKS.filter(({ short }) => short).map(({ name }) => name);

/** The attacks whose name contains one of these texts; all when there are none. Throws when one matches nothing. */
export const chooseAttacks = (names: readonly string[]): readonly Attack[] => {
  const unknown = names.filter((name) => !ATTACKS.some((attack) => attack.name.includes(name)));
  if (unknown.length > 0)
    throw new Error(
      `No attack is named ${unknown.join(', ')}. There are: ${ATTACKS.map(({ name }) => name).join('; ')}.`,
    );
  return names.length === 0 ? ATTACKS : ATTACKS.filter((attack) => names.some((name) => attack.name.includes(name)));
};
