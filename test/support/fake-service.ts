/** A request of the interface to the service. */
export interface AskedOf {
  readonly method: string;
  /** The address below `/api`. */
  readonly path: string;
  readonly body: unknown;
}

/** What the service answers: JSON, or a refusal. */
export type ServiceAnswer = object | { readonly status: number; readonly detail: string };

/** A service that a view asks, without a network. */
export interface FakeService {
  /** All that it was asked, oldest first, as `GET /path`. */
  readonly asked: AskedOf[];
  /** The browser's own way again. */
  end(): void;
}

/** Puts a service in place of the browser's way to one; `answer` is asked for each request. */
export const fakeService = (answer: (request: AskedOf) => ServiceAnswer | Promise<ServiceAnswer>): FakeService => {
  const { fetch } = globalThis;
  const asked: AskedOf[] = [];
  globalThis.fetch = async (address, init = {}) => {
    const request: AskedOf = {
      method: init.method ?? 'GET',
      path: String(address).replace(/^\/api/, ''),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    };
    asked.push(request);
    const said = await answer(request);
    const isRefusal = 'status' in said && 'detail' in said;
    return new Response(JSON.stringify(said), { status: isRefusal ? Number(said.status) : 200 });
  };
  return {
    asked,
    end: () => {
      globalThis.fetch = fetch;
    },
  };
};
