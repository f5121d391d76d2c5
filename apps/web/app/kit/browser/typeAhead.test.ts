// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endTypeAhead, typeAhead } from './typeAhead.ts'

const press = (...pressed: (string | object)[]) => {
  for (const key of pressed) fireEvent.keyDown(document.body, typeof key === 'string' ? { key } : key)
}

/** A page with one element, which is told of the keys that nobody has taken. */
const openWith = (html: string) => {
  document.body.innerHTML = html
  const keys: string[] = []
  const listen = ({ key, defaultPrevented }: KeyboardEvent) => defaultPrevented || keys.push(key)
  document.addEventListener('keydown', listen)
  onTestFinished(() => document.removeEventListener('keydown', listen))
  onTestFinished(endTypeAhead)
  return { field: document.body.firstElementChild as HTMLInputElement, keys }
}

test('what is typed replaces what the field selects, and is appended where nothing can be selected', async () => {
  for (const [html, after] of [
    ['<input value="before" onfocus="this.select()">', 'now'],
    ['<input type="email" value="before@">', 'before@now'],
    ['<textarea></textarea>', 'now'],
  ] as const) {
    const { field, keys } = openWith(html)
    typeAhead()
    press('n', 'o', 'Shift', 'Enter', 'ArrowDown', 'x', 'Backspace', 'w')
    if (html.includes('select')) field.addEventListener('focus', () => field.select())
    field.focus()
    await Promise.resolve()
    expect(field.value).toBe(after)
    press('c')
    expect(keys).toEqual(['c'])
  }
})

test('Escape, Tab, a command and a press end it; keys then act on the page again, and nothing is typed later', async () => {
  const escapes = ['Escape', 'Tab', { key: 'k', ctrlKey: true }]
  for (const escape of escapes) {
    const { field, keys } = openWith('<input>')
    typeAhead()
    press('n', escape, 'c')
    field.focus()
    await Promise.resolve()
    expect(keys).toHaveLength(2)
    expect(field.value).toBe('')
  }
  const { field, keys } = openWith('<input>')
  typeAhead()
  press('n')
  fireEvent.pointerDown(document.body)
  press('c')
  field.focus()
  await Promise.resolve()
  expect([keys, field.value]).toEqual([['c'], ''])
})

test('a choice that receives the focus has its keys, and chooses nothing by what was typed before', () => {
  const { field, keys } = openWith('<select><option>one</option><option>now</option></select>')
  typeAhead()
  press('n')
  field.focus()
  press('ArrowDown')
  expect([keys, field.value]).toEqual([['ArrowDown'], 'one'])
})
