import { clientNetwork } from '@porchlight/limits';
import { equalHashes } from '../security';
import type { SessionPorts } from './session-ports';

const ID_BYTES = 16;
const DEVICE = /^([A-Za-z0-9_-]{22})\.([0-9a-f]{64})$/;

const signDevice = ({ secrets }: Pick<SessionPorts, 'secrets'>, id: string, emailKey: string): string =>
  secrets.hash(`device ${id} ${emailKey}`);

/** Value of the device cookie for a browser in which this email has signed in. */
export const issueDevice = (ports: Pick<SessionPorts, 'secrets' | 'ids'>, emailKey: string): string => {
  const id = ports.ids.random(ID_BYTES).toString('base64url');
  return `${id}.${signDevice(ports, id, emailKey)}`;
};

/** The id of a device in which this email has signed in before; undefined for unknown and forged values. */
export const knownDevice = (ports: Pick<SessionPorts, 'secrets'>, device: string | undefined, emailKey: string) => {
  const [, id, mark] = DEVICE.exec(device ?? '') ?? [];
  return id !== undefined && equalHashes(mark!, signDevice(ports, id, emailKey)) ? id : undefined;
};

/** Network of an address for limits: an IPv4 address, or the /64 of an IPv6 address. */
export const networkKey = (address: string | undefined): string => clientNetwork(address ?? '');
