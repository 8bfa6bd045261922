import { defineConfig, type ConfigEnv } from 'wxt';

/**
 * What a page of ours may load: its own files, and nothing of anybody else.
 * The worker lives under the same policy and talks to models on any server, so that `connect-src`
 * can name no host. It leaves out 'self' on purpose: nothing of ours fetches a file of ours.
 */
function pagePolicy(command: ConfigEnv['command']): string {
  // Vite puts styles into the page by script and reports changes over a socket; WXT itself adds the
  // address of its server to `script-src`. Nothing of this is in a build.
  const serving = command === 'serve';
  return [
    "default-src 'none'",
    "script-src 'self'",
    serving ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    serving ? 'connect-src http: https: ws:' : 'connect-src http: https:',
    "worker-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifest: ({ browser, command }) => ({
    name: 'Tandem',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    // Why 120: docs/decisions/2026-11-18-minimum-chrome-version.md
    minimum_chrome_version: '120',
    // Chats are kept on disk, so private windows stay private: docs/decisions/2026-11-18-incognito.md
    incognito: 'not_allowed',
    permissions: [
      'storage',
      'alarms',
      'activeTab',
      'scripting',
      ...(browser === 'firefox' ? [] : ['sidePanel']),
    ],
    optional_permissions: ['tabs', 'tabGroups'],
    optional_host_permissions: ['http://*/*', 'https://*/*'],
    action: { default_title: 'Open Tandem' },
    // Keeps the id of the unpacked extension the same on every machine.
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: { id: 'tandem@tandem.invalid', strict_min_version: '140.0' },
          },
        }
      : {
          key: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlM/WeqILywCXK7Aq/2dm9IdrImg2s/e3qRUlfyTyZ/+9HfazF8my/gTi7HsjsfWKP66joFXUbxdjv3VMNqmyPADjMLvjxk2KXs/uDmb+Ap2TjbOPFGSL/OHTlHbfmMHlw6GQYqwvUsYp0vDnV8DpW6xwB04OAR6EsrpLV+y/8+pyjwHjLsv1dI94fsqcl2Y/FZ7afve9xXDneXSKZFp+lW8/lSUfne6jsUQxyy00oceit01Jd+/DkqoFEshbiLGbDeWnp4PlYZBjX+I/S9nDbjSlavQgI91K3V6BoYmn5d93nGyWkRDWwWVCVHducUDuzByfm0zFXAUqlPTQdKGMmQIDAQAB',
        }),
    content_security_policy: { extension_pages: pagePolicy(command) },
  }),
});
