import { loadSerialPort } from './serial-line.ts';

/** A serial port of this machine. */
export interface SerialPortInfo {
  readonly path: string;
  readonly manufacturer: string | null;
  readonly vendor_id: string | null;
  readonly product_id: string | null;
  readonly serial_number: string | null;
  /** The panel driver that such an adapter most often belongs to; null when nothing speaks for one. */
  readonly driver: 'chainlink' | 'mbus' | null;
}

interface Found {
  readonly path: string;
  readonly manufacturer?: string | undefined;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
}

/** USB chips on the ESP32 boards of chained walls, and on adapters for RS-485. */
const GUESSES: Readonly<Record<string, 'chainlink' | 'mbus'>> = {
  '10c4:ea60': 'chainlink',
  '1a86:55d4': 'chainlink',
  '303a:1001': 'chainlink',
  '1a86:7523': 'mbus',
  '1a86:5523': 'mbus',
  '0403:6001': 'mbus',
  '0403:6015': 'mbus',
  '067b:2303': 'mbus',
};

/** Describes a port that was found. */
export const describePort = ({ path, manufacturer, vendorId, productId, serialNumber }: Found): SerialPortInfo => {
  const vendor_id = vendorId?.toLowerCase() ?? null;
  const product_id = productId?.toLowerCase() ?? null;
  return {
    path,
    manufacturer: manufacturer ?? null,
    vendor_id,
    product_id,
    serial_number: serialNumber ?? null,
    driver: GUESSES[`${vendor_id}:${product_id}`] ?? null,
  };
};

const findPorts = async (): Promise<readonly Found[]> => (await loadSerialPort()).SerialPort.list();

/**
 * The serial ports of this machine, those of known adapters first. Never rejects: without any, or without the native
 * part, the list is empty.
 */
export const listSerialPorts = async (find: () => Promise<readonly Found[]> = findPorts): Promise<SerialPortInfo[]> => {
  try {
    const ports = (await find()).map(describePort);
    return ports.sort((a, b) => Number(b.driver !== null) - Number(a.driver !== null) || a.path.localeCompare(b.path));
  } catch {
    return [];
  }
};
