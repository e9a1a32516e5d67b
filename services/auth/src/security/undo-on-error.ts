/** Reverts the count if the work fails, for example because the queue of password hashes is full. */
export const undoOnError = async <T>(undo: () => Promise<void>, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    await undo();
    throw error;
  }
};
