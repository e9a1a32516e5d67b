import { type Params, type Problem, Refusal, isReason } from '@porchlight/errors';
import { Refusal as WireRefusal } from '@porchlight/contracts/src/generated/porchlight/rpc/v1/channel_service';

/** Longest JSON of problems, characters: a refusal may travel in a header. */
const MAX_PROBLEMS_JSON = 4_096;

/** Encodes a refusal as porchlight.rpc.v1.Refusal. */
export function encodeRefusal(refusal: Refusal): Uint8Array {
  const { reason, params, message, problems } = refusal;
  const paramsJson = JSON.stringify(params);
  return WireRefusal.encode({ reason, paramsJson, message, problemsJson: encodeProblems(problems) }).finish();
}

/** As many problems as fit; the message states all of them. */
function encodeProblems(problems: readonly Problem[] = []): string {
  const texts: string[] = [];
  let length = 2;
  for (const problem of problems) {
    const text = JSON.stringify(problem);
    length += text.length + 1;
    if (length > MAX_PROBLEMS_JSON) break;
    texts.push(text);
  }
  return texts.length === 0 ? '' : `[${texts.join(',')}]`;
}

/** Decodes a refusal; an unknown reason becomes INTERNAL. */
export function decodeRefusal(bytes: Uint8Array): Refusal {
  const wire = WireRefusal.decode(bytes);
  if (!isReason(wire.reason)) return new Refusal('INTERNAL');
  const refusal = new Refusal(wire.reason, parseParams(wire.paramsJson), parseProblems(wire.problemsJson));
  // The message of the sender is used, also if the two builds differ.
  if (wire.message !== '') refusal.message = wire.message;
  return refusal;
}

function parseProblems(json: string): Problem[] | undefined {
  if (json === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(json);
    const isList = Array.isArray(parsed) && parsed.every((one) => typeof one === 'object' && one !== null);
    return isList ? (parsed as Problem[]) : undefined;
  } catch {
    return undefined;
  }
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
