import { say, type Sentence } from '@tradewind/contract/kit/say'
import { readFileSync } from 'node:fs'
import { fold } from '#kit/database/list'
import { invalid } from '#kit/errors'

/** Common passwords of 12 characters and more, lower case: shorter ones are refused by their length. */
let common: Set<string> | undefined
const isCommon = (password: string) => {
  common ??= new Set(readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  return common.has(password.toLowerCase())
}

/** Whose password it is to be: a password near these words is guessed first. */
interface Owner {
  firstName: string
  lastName: string
  emailAddress: string
  tenantName: string
}

const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** The word that makes up so much of the password that the rest is soon tried. */
const nearWord = (password: string, { firstName, lastName, emailAddress, tenantName }: Owner) => {
  const plain = letters(password)
  const [local = '', domain = ''] = emailAddress.split('@')
  const words: [Sentence, string][] = [
    [say('your name'), firstName + lastName],
    [say('your name'), firstName],
    [say('your name'), lastName],
    [say('your email address'), local],
    [say('your email address'), domain.split('.')[0]!],
    [say('the name of your tenant'), tenantName],
    [say('the name of this site'), 'tradewind'],
  ]
  return words.find(([, word]) => {
    const sought = letters(word)
    return sought.length >= 4 && plain.includes(sought) && plain.replaceAll(sought, '').length < 8
  })?.[0]
}

/** What is wrong with the password, in a sentence. Length counts characters after NFC. */
const faultOf = (password: string, owner: Owner) => {
  const { length } = Array.from(password.normalize('NFC'))
  if (length < 12) return say('Use at least 12 characters')
  if (length > 128) return say('Use at most 128 characters')
  if (isCommon(password)) return say('This password is among the most common ones')
  if (new Set(password).size < 4) return say('This password uses too few different characters')
  const near = nearWord(password, owner)
  return near && say('This password is too similar to {what}', { what: near })
}

/** Refuses a password that is too long to look at, before anything else is done with it. */
export const boundPassword = (password: string) => {
  if (password.length > 1024) throw invalid({ password: say('Use at most 128 characters') })
}

/** Refuses a weak password and says why. */
export const checkPassword = (password: string, owner: Owner) => {
  const fault = faultOf(password, owner)
  if (fault) throw invalid({ password: fault })
}
