import type { Request } from 'express';

/** Where a request comes from: the peer, or what a trusted proxy says of it. */
export const createAddressOf = (trusted: (address: string | undefined) => boolean): ((req: Request) => string) => {
  return (req) => {
    const peer = req.socket.remoteAddress ?? '';
    const forwarded = req.headers['x-forwarded-for'];
    if (typeof forwarded !== 'string' || !trusted(peer)) return peer;
    // The proxy adds at the end whom it saw; what stands before, anybody may have written.
    return forwarded.split(',').at(-1)!.trim().slice(0, 64) || peer;
  };
};
