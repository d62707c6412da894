import type { Screen, ScreenConfirm, ScreenUpdate, WaitingScreen } from '../../../src/schema/appliance/screens.ts';
import { request } from '../../api.ts';

const pathOf = (id: string): string => `/screens/${encodeURIComponent(id)}`;

/** Screens: paired ones, and those that wait. */
export const screenOperations = {
  list: () => request<{ screens: Screen[] }>('GET', '/screens'),
  waiting: () => request<{ waiting: WaitingScreen[] }>('GET', '/screens/pairing'),
  confirm: (body: ScreenConfirm) => request<{ screen: Screen; token: string | null }>('POST', '/screens', body),
  update: (id: string, body: ScreenUpdate) => request<Screen>('PATCH', pathOf(id), body),
  revoke: (id: string) => request('DELETE', pathOf(id)),
} as const;
