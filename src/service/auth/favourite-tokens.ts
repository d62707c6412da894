import type { StoredAuth } from '../../schema/state.ts';
import { matches } from './tokens.ts';

/** The id of the favourite that a token opens; null for any other token. */
export const favouriteOfToken = ({ favourite_tokens = [] }: StoredAuth, token: string): string | null => {
  let found: string | null = null;
  // Every one is compared, so that the time tells nothing about which is near.
  for (const one of favourite_tokens) if (matches(token, one.token_hash)) found = one.favourite_id;
  return found;
};
