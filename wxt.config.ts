import { defineConfig } from 'wxt';

export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifest: ({ browser }) => ({
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
    content_security_policy: {
      extension_pages: "script-src 'self'; object-src 'none'; frame-src 'self'",
    },
  }),
});
