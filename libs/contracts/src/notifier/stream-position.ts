/** A place between two events of an account's stream. */
export interface StreamPosition {
  readonly epoch: string;
  /** Number of a chunk, from 0. */
  readonly chunk: number;
  /** Events of the chunk before this place. */
  readonly index: number;
}

const POSITION = /^([0-9A-Za-z]{1,40})-(\d{1,9})-(\d{1,6})$/;

/** The text of a position: the `id` of an event in the stream. */
export const formatPosition = ({ epoch, chunk, index }: StreamPosition): string => `${epoch}-${chunk}-${index}`;

/** Undefined for a text that is no position. */
export const parsePosition = (text: string): StreamPosition | undefined => {
  const [, epoch, chunk, index] = POSITION.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, chunk: Number(chunk), index: Number(index) };
};

/** True if a position of an account is later than another one. Positions of different epochs are not compared. */
export const isLaterPosition = (text: string, other: string): boolean => {
  const [one, two] = [parsePosition(text), parsePosition(other)];
  if (!one || !two || one.epoch !== two.epoch) return text !== other;
  return one.chunk === two.chunk ? one.index > two.index : one.chunk > two.chunk;
};
