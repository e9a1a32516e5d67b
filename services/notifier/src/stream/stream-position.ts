/** A place between two events of an account. */
export interface Position {
  readonly epoch: string;
  /** Number of a chunk, from 0. */
  readonly chunk: number;
  /** Events of the chunk before this place. */
  readonly index: number;
}

const POSITION = /^([0-9A-Za-z]{1,40})-(\d{1,9})-(\d{1,6})$/;

/** The text of a position: the `id` of an event in the stream. */
export const formatPosition = ({ epoch, chunk, index }: Position): string => `${epoch}-${chunk}-${index}`;

/** Undefined for a text that is no position. */
export const parsePosition = (text: string): Position | undefined => {
  const [, epoch, chunk, index] = POSITION.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, chunk: Number(chunk), index: Number(index) };
};
