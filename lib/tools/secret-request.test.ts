import { describe, expect, it } from 'vitest';
import { asksForSecret } from './secret-request';

describe('a label', () => {
  it.each([
    ...[
      'Password',
      'Your passwords',
      'pass-word',
      'p a s s w o r d',
      'pass\u200bword',
      'ｐａｓｓｗｏｒｄ',
    ],
    ...[
      'Passwort',
      'mot de passe',
      'Contraseña',
      'contrasena',
      'Пароль',
      '密码',
      'パスワード',
      '비밀번호',
    ],
    ...[
      'PIN',
      'your pin',
      'OTP',
      'One time code',
      '2FA code',
      'verification_code',
      'Şifre',
      'senha',
    ],
    ...['Card number', 'cardNumber', 'card_number', 'creditcard', 'CVV', 'cvc2', 'Numéro de carte'],
    ...['API key', 'seed phrase', 'recoveryCode'],
  ])('%s asks for a secret', (label) => {
    expect(asksForSecret(label)).toBe(true);
  });

  it.each([
    ...['Name', 'Postcode', 'Opinion', 'Spinning class', 'Promo code', 'Country code', 'Passport'],
    ...['Number of guests', 'Business card text', 'Key facts', 'Optional note', 'City', ''],
  ])('%s does not', (label) => {
    expect(asksForSecret(label)).toBe(false);
  });
});
