import { type Params, Refusal, isReason } from '@porchlight/errors';
import { Refusal as WireRefusal } from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';

/** Encodes a refusal as porchlight.rpc.v1.Refusal. */
export function encodeRefusal(refusal: Refusal): Uint8Array {
  const { reason, params, message } = refusal;
  return WireRefusal.encode({ reason, paramsJson: JSON.stringify(params), message }).finish();
}

/** Decodes a refusal; an unknown reason becomes INTERNAL. */
export function decodeRefusal(bytes: Uint8Array): Refusal {
  const wire = WireRefusal.decode(bytes);
  if (!isReason(wire.reason)) return new Refusal('INTERNAL');
  const refusal = new Refusal(wire.reason, parseParams(wire.paramsJson));
  // The message of the sender is used, also if the two builds differ.
  if (wire.message !== '') refusal.message = wire.message;
  return refusal;
}

function parseParams(json: string): Params {
  if (json === '') return {};
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Params) : {};
  } catch {
    return {};
  }
}
