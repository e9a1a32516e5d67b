import { Transform } from 'node:stream';

/** The stream ended early or had more bytes than announced. */
export class SizeMismatch extends Error {
  constructor() {
    super('The content does not have the announced size.');
    this.name = 'SizeMismatch';
  }
}

/** Passes exactly `size` bytes; fails with SizeMismatch for more or fewer. */
export const countBytes = (size: number): Transform => {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > size) done(new SizeMismatch());
      else done(undefined, chunk);
    },
    flush: (done) => done(passed === size ? undefined : new SizeMismatch()),
  });
};
