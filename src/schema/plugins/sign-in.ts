import * as v from 'valibot';
import { InstantSchema } from '../common.ts';
import { LONGEST_RETURN_ADDRESS } from '../limits.ts';

const WaySchema = v.picklist(['redirect', 'paste', 'device']);
/** How the owner's agreement comes back: by the browser itself, by its pasted address, or from another device. */
export type SignInWay = v.InferOutput<typeof WaySchema>;

/** Body of `POST /plugins/{id}/sign-in`; without a way the first of those that are possible. */
export const SignInBeginSchema = v.object({ way: v.optional(WaySchema) });

/** Body of `POST /plugins/{id}/sign-in/finish`: the address that the browser stands at, or what is behind its `?`. */
export const SignInFinishSchema = v.object({
  /** The address that the browser stands at after the owner agreed. */
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
  /** The service that its owner signs in with. */
  service: v.string(),
  /** Whether somebody is signed in; `again`: the service refused the sign-in that there was. */
  state: v.picklist(['out', 'waiting', 'in', 'again']),
  /** Since when. */
  since: v.nullable(InstantSchema),
  /** When it ends for good; null while it is renewed by itself, or nobody knows. */
  until: v.nullable(InstantSchema),
  /** What went wrong last; null when nothing did. */
  problem: v.nullable(v.string()),
  /** What the owner does at the service before; `{{return_to}}` stands for the address to be registered. */
  steps: v.array(v.string()),
  /** The page of the service where the steps are done. */
  url: v.string(),
  /** The ways in which the agreement can come back, the best first. */
  ways: v.array(WaySchema),
  /** The addresses to be registered at the service; null for a way that is not possible. */
  return_to: v.object({
    /** For the browser that comes back by itself. */
    redirect: v.nullable(v.string()),
    /** For the browser whose address is pasted. */
    paste: v.nullable(v.string()),
  }),
  /** Whom client and tokens are sent to; `*` stands for what its settings say. */
  hosts: v.array(v.string()),
  /** The sign-in that was begun; null when none waits. */
  waiting: v.nullable(
    v.object({
      /** How the agreement comes back: by the browser itself, by its pasted address, or from another device. */
      way: WaySchema,
      /** Where the owner agrees, in a browser. */
      url: v.string(),
      /** What is typed on the other device; null for the other ways. */
      user_code: v.nullable(v.string()),
      /** When it has to be begun anew. */
      expires_at: InstantSchema,
    }),
  ),
});
/** How the sign-in of a source stands. */
export type SignInState = v.InferOutput<typeof SignInStateSchema>;

/** Answer of `DELETE /plugins/{id}/sign-in`. */
export const SignOutSchema = v.object({
  plugin_id: v.string(),
  /** Whether the service ended the tokens; null when it was not asked. */
  revoked: v.nullable(v.boolean()),
});
/** What became of signing out. */
export type SignOut = v.InferOutput<typeof SignOutSchema>;
