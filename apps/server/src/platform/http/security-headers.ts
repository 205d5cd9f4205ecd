const yearS = 31_536_000;
/** Of a browser's devices pages use the microphone, and the position for a location to send. */
const permissions = ['accelerometer', 'camera', 'display-capture', 'gyroscope', 'magnetometer', 'midi']
  .concat('payment', 'usb')
  .map((name) => `${name}=()`)
  .concat('geolocation=(self)', 'microphone=(self)')
  .join(', ');

/**
 * The headers of every response, also of those that are written without a route: no response may be framed by another
 * page or read as another type. Pages and files replace the policy with stricter ones.
 * @param isHttps the public address uses https, so browsers must require it
 */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "frame-ancestors 'none'",
    'permissions-policy': permissions,
    ...(isHttps ? { 'strict-transport-security': `max-age=${yearS}` } : {}),
  };
}
