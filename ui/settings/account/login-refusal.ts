import { refusalText } from '../../login/session.ts';

/** The same request; a refusal is told in the words of the service, whose wait here is not the wait of a board. */
export const withLoginRefusal = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    throw new Error(refusalText(error), { cause: error });
  }
};
