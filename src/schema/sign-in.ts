import * as v from 'valibot';
import { InstantSchema } from './common.ts';
import { LONGEST_RETURN_ADDRESS } from './limits.ts';

const WaySchema = v.picklist(['redirect', 'paste', 'device']);
/** How the owner's agreement comes back: by the browser itself, by its pasted address, or from another device. */
export type SignInWay = v.InferOutput<typeof WaySchema>;

/** Body of `POST /plugins/{id}/sign-in`; without a way the first of those that are possible. */
export const SignInBeginSchema = v.object({ way: v.optional(WaySchema) });

/** Body of `POST /plugins/{id}/sign-in/finish`: the address that the browser stands at, or what is behind its `?`. */
export const SignInFinishSchema = v.object({
  address: v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_RETURN_ADDRESS)),
});

/** Query of `GET /sign-in/redirect`: what a service sends the browser back with. */
export const SignInRedirectSchema = v.object({
  state: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  code: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
  error: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
});

/** Answer about the sign-in of a source. */
export const SignInStateSchema = v.object({
  plugin_id: v.string(),
  service: v.string(),
  /** `again`: the service refused the sign-in that there was. */
  state: v.picklist(['out', 'waiting', 'in', 'again']),
  since: v.nullable(InstantSchema),
  /** When it ends for good; null while it is renewed by itself, or when the service does not say. */
  until: v.nullable(InstantSchema),
  /** What went wrong last; null when nothing did. */
  problem: v.nullable(v.string()),
  /** What the owner does at the service before. */
  steps: v.array(v.string()),
  /** The page of the service where that is done. */
  url: v.string(),
  ways: v.array(WaySchema),
  /** The addresses to be registered at the service, for the ways that need one. */
  return_to: v.object({ redirect: v.nullable(v.string()), paste: v.nullable(v.string()) }),
  /** Whom the tokens are sent to; `*` stands for what the settings say. */
  hosts: v.array(v.string()),
  /** The sign-in that was begun. */
  waiting: v.nullable(
    v.object({
      way: WaySchema,
      /** Where the owner agrees. */
      url: v.string(),
      /** What is typed there; null unless the way is another device. */
      user_code: v.nullable(v.string()),
      expires_at: InstantSchema,
    }),
  ),
});
/** How the sign-in of a source stands. */
export type SignInState = v.InferOutput<typeof SignInStateSchema>;

/** Answer of `DELETE /plugins/{id}/sign-in`. */
export const SignOutSchema = v.object({
  plugin_id: v.string(),
  /** Whether the service ended the tokens; null when it has no address for that, or there was nothing to end. */
  revoked: v.nullable(v.boolean()),
});
/** What became of signing out. */
export type SignOut = v.InferOutput<typeof SignOutSchema>;
