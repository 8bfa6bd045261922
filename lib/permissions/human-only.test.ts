import { describe, expect, it } from 'vitest';
import { humanOnlyKinds } from '../messaging/permission';
import { humanOnlyField, humanOnlyTexts, type FieldFacts, type HumanOnly } from './human-only';

const hits: Record<HumanOnly, FieldFacts[]> = {
  password: [
    { tag: 'input', type: 'password' },
    { tag: 'INPUT', type: 'PASSWORD', name: 'q' },
    { tag: 'input', type: 'password', autocomplete: 'username' },
    { tag: 'input', type: 'text', autocomplete: 'current-password' },
    { tag: 'input', type: 'text', autocomplete: 'section-a new-password webauthn' },
    { tag: 'input', type: 'text', autocomplete: 'off', name: 'userPassword' },
    { tag: 'input', name: 'pass' },
    { tag: 'input', id: 'login_pw' },
    { tag: 'input', label: 'Mot de passe' },
    { tag: 'input', placeholder: 'Contraseña' },
    { tag: 'input', ariaLabel: 'Your PIN' },
    { tag: 'input', label: 'The PIN we sent to your email address' },
    { tag: 'input', type: 'text', role: 'button', name: 'password' },
    { tag: 'div', role: 'textbox', ariaLabel: 'Password' },
    { tag: 'sl-input', type: 'password' },
    { label: 'Password' },
    { tag: 'textarea', label: 'Your seed phrase' },
    { tag: 'input', label: 'API key' },
    { tag: 'input', type: 'password', label: 'PIN code', name: 'pincode' },
  ],
  'one-time-code': [
    { tag: 'input', type: 'text', autocomplete: 'one-time-code' },
    { tag: 'input', type: 'search', autocomplete: 'one-time-code' },
    { tag: 'input', type: 'password', label: 'One-time password' },
    { tag: 'input', type: 'tel', name: 'otp1' },
    { tag: 'input', label: 'Verification code sent to your email' },
    { tag: 'input', inputMode: 'numeric', maxLength: 6, label: 'Enter the 6-digit code' },
    { tag: 'input', type: 'number', maxLength: 1, ariaLabel: 'Digit 1' },
    { tag: 'input', label: '验证码' },
    { tag: 'input', label: 'Security code', maxLength: 6 },
  ],
  card: [
    { tag: 'input', autocomplete: 'cc-number' },
    { tag: 'input', autocomplete: 'billing cc-csc', type: 'password' },
    { tag: 'input', autocomplete: 'cc-exp' },
    { tag: 'select', autocomplete: 'cc-exp-month' },
    { tag: 'input', autocomplete: 'cc-name' },
    { tag: 'input', type: 'tel', name: 'cardnumber' },
    { tag: 'input', name: 'encryptedCardNumber' },
    { tag: 'input', type: 'password', name: 'cvv', maxLength: 3 },
    { tag: 'input', label: 'Security code', maxLength: 4 },
    { tag: 'input', label: 'Cardholder’s name' },
    { tag: 'input', label: 'Name as it appears on the card' },
    { tag: 'input', label: 'Expiration date', placeholder: 'MM / YY' },
    { tag: 'select', name: 'ccExpMonth' },
    { tag: 'input', id: 'cardExpiry' },
    { tag: 'input', label: 'Kartennummer' },
  ],
  captcha: [
    { tag: 'div', role: 'checkbox', frameUrl: 'https://www.google.com/recaptcha/api2/anchor?k=1' },
    { tag: 'button', text: 'Verify', frameUrl: 'https://newassets.hcaptcha.com/captcha/v1/a.html' },
    { tag: 'input', type: 'checkbox', frameUrl: 'https://challenges.cloudflare.com/turnstile/a' },
    { tag: 'button', frameUrl: 'https://client-api.arkoselabs.com/fc/gc/' },
    { tag: 'div', className: 'geetest_slider_button' },
    { tag: 'div', className: 'login cf-turnstile' },
    { tag: 'textarea', name: 'g-recaptcha-response' },
    { tag: 'input', type: 'text', name: 'captcha_code' },
    { tag: 'input', label: 'Type the CAPTCHA' },
    { tag: 'input', label: '图形验证码' },
    { tag: 'input', label: 'Type the characters you see' },
    { tag: 'input', type: 'checkbox', label: 'I’m not a robot' },
    { tag: 'button', text: 'Verify you are human' },
    { role: 'checkbox', ariaLabel: 'Je ne suis pas un robot' },
  ],
  'own-confirmation': [
    { tag: 'button', text: 'Allow', frameUrl: 'chrome-extension://abc/sidepanel.html' },
    { tag: 'button', text: 'Allow', frameUrl: 'moz-extension://abc/sidepanel.html' },
    { tag: 'button', text: 'Approve what the assistant proposes' },
    { role: 'button', ariaLabel: 'Yes, let your assistant continue' },
  ],
};

const ordinary: [string, FieldFacts][] = [
  ['a search box', { tag: 'input', type: 'search', name: 'q', placeholder: 'Search' }],
  ['a search for passwords', { tag: 'input', type: 'text', placeholder: 'Search passwords' }],
  ['a search by its role', { tag: 'input', role: 'searchbox', label: 'Password articles' }],
  ['a postal code by its name', { tag: 'input', label: 'PIN Code', name: 'pincode', maxLength: 6 }],
  [
    'a postal code of India',
    { tag: 'input', inputMode: 'numeric', maxLength: 6, label: 'Pincode', placeholder: 'PIN code' },
  ],
  [
    'a postal code by what fills it',
    { tag: 'input', label: 'PIN code', autocomplete: 'shipping postal-code', type: 'tel' },
  ],
  ['a postcode', { tag: 'input', label: 'Postcode', inputMode: 'numeric', maxLength: 5 }],
  ['a message on a gift card', { tag: 'textarea', label: 'Gift card message' }],
  ['a note on a gift card', { tag: 'input', label: 'Gift card note' }],
  ['a discount code', { tag: 'input', label: 'Discount code', inputMode: 'numeric', maxLength: 8 }],
  ['a country code', { tag: 'input', type: 'tel', label: 'Country code', maxLength: 4 }],
  ['a business card', { tag: 'input', label: 'Text of your business card' }],
  ['a name on a business card', { tag: 'input', label: 'Name on business card' }],
  ['a report card', { tag: 'input', name: 'report_card', label: 'Report card notes' }],
  ['what is thrown away', { tag: 'input', label: 'Discard expired after' }],
  ['a card of a board', { tag: 'input', label: 'Card name' }],
  ['a ski pass', { tag: 'input', label: 'Ski pass' }],
  ['a passport', { tag: 'input', label: 'Passport expiry date', placeholder: 'DD/MM/YYYY' }],
  ['a begin of a job', { tag: 'input', label: 'Start date', placeholder: 'MM/YY' }],
  ['an opinion', { tag: 'textarea', label: 'What went wrong with your password?' }],
  ['an e-mail address', { tag: 'input', type: 'email', id: 'reset-password-email' }],
  ['an e-mail address as text', { tag: 'input', name: 'forgot_password_email', label: 'Email' }],
  ['an address that blocks filling', { tag: 'input', type: 'email', autocomplete: 'new-password' }],
  ['a user name', { tag: 'input', autocomplete: 'username webauthn', id: 'password-user' }],
  ['a length', { tag: 'input', type: 'number', label: 'Password length', maxLength: 2 }],
  ['a button that shows', { tag: 'button', text: 'Show password', ariaLabel: 'Show password' }],
  ['a button that sends', { tag: 'input', type: 'submit', name: 'password', text: 'Log in' }],
  ['a button of an invisible CAPTCHA', { tag: 'button', className: 'g-recaptcha', text: 'Send' }],
  ['a link', { tag: 'a', text: 'Forgot your password?', id: 'password', autocomplete: 'off' }],
  ['a link on CAPTCHAs', { tag: 'a', text: 'Why “I’m not a robot”?', label: 'captcha' }],
  ['a tick', { tag: 'input', type: 'checkbox', label: 'Remember my password' }],
  ['a way to pay', { tag: 'input', type: 'radio', label: 'Credit card' }],
  ['a list of ways to pay', { tag: 'select', label: 'Credit card or invoice' }],
  ['an entry of a menu', { tag: 'li', role: 'menuitem', label: 'Change password' }],
  ['some text', { tag: 'div', label: 'Password' }],
  ['a quantity', { tag: 'input', type: 'number', label: 'Quantity', maxLength: 4 }],
  ['a search at Google', { tag: 'textarea', name: 'q', frameUrl: 'https://www.google.com/search' }],
  ['a frame of nowhere', { tag: 'button', text: 'Confirm order', frameUrl: 'about:blank' }],
  ['a confirmation of something else', { tag: 'button', text: 'Confirm your agent' }],
  ['nothing at all', {}],
];

describe('a field or control', () => {
  it.each(
    humanOnlyKinds.flatMap((kind) =>
      hits[kind].map((facts): [HumanOnly, FieldFacts] => [kind, facts]),
    ),
  )('is for a person only (%s): %j', (kind, facts) => {
    expect(humanOnlyField(facts)).toBe(kind);
  });

  it.each(ordinary)('is ordinary when it is %s', (_what, facts) => {
    expect(humanOnlyField(facts)).toBeUndefined();
  });

  it('is still a password when a button shows what is typed', () => {
    const hidden = { tag: 'input', type: 'password', name: 'pwd', id: 'user_pass' };
    expect(humanOnlyField(hidden)).toBe('password');
    expect(humanOnlyField({ ...hidden, type: 'text' })).toBe('password');
    const unnamed = { tag: 'input', type: 'text', name: 'f1', autocomplete: 'current-password' };
    expect(humanOnlyField(unnamed)).toBe('password');
  });
});

describe('what is said when it is a person’s turn', () => {
  it.each(humanOnlyKinds)('is short and complete: %s', (kind) => {
    const { title, reason, model } = humanOnlyTexts[kind];
    expect(title).toMatch(/^Please .{5,40}$/);
    expect(reason).toMatch(/^.{20,90}\.$/);
    expect(model).toMatch(/only the user .* their turn/);
  });
});
