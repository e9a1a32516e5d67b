/** An open stream with events that its client has not read yet. */
export interface BacklogHolder {
  /** Bytes of these events. */
  readonly bytes: () => number;
  /** Drops them; the client gets `reset` instead. */
  readonly drop: () => void;
}

/** The unread events of all streams of an account, in bytes. */
export interface StreamBacklog {
  add(accountId: number, holder: BacklogHolder): void;
  remove(accountId: number, holder: BacklogHolder): void;
  /** Drops the largest backlogs of an account until the rest fits. */
  fit(accountId: number): void;
}

/** Limits the unread events of each account at this gateway (D13.9: 1 MB). */
export const createStreamBacklog = (maxBytes: number): StreamBacklog => {
  const accounts = new Map<number, Set<BacklogHolder>>();
  return {
    add(accountId, holder) {
      const holders = accounts.get(accountId) ?? new Set();
      accounts.set(accountId, holders.add(holder));
    },
    remove(accountId, holder) {
      const holders = accounts.get(accountId);
      holders?.delete(holder);
      if (holders?.size === 0) accounts.delete(accountId);
    },
    fit(accountId) {
      const holders = [...(accounts.get(accountId) ?? [])].sort((one, two) => two.bytes() - one.bytes());
      let total = holders.reduce((sum, holder) => sum + holder.bytes(), 0);
      for (const holder of holders) {
        if (total <= maxBytes) return;
        total -= holder.bytes();
        holder.drop();
      }
    },
  };
};
