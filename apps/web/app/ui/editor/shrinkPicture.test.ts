import { expect, test } from 'vitest'
import { fitSize, isPicture, pictureBytesIn } from './shrinkPicture.ts'

test('a picture of a phone becomes 1600 pixels wide, a small one stays as it is', () => {
  expect(fitSize(4032, 3024)).toEqual({ width: 1600, height: 1200 })
  expect(fitSize(640, 480)).toEqual({ width: 640, height: 480 })
})

test('what is read downwards may be longer than wide, and no picture vanishes', () => {
  expect(fitSize(1000, 16_000)).toEqual({ width: 500, height: 8000 })
  expect(fitSize(160_000, 10)).toEqual({ width: 1600, height: 1 })
})

test('the bytes of the pictures in a text are counted, and its other addresses are not', () => {
  const data = `data:image/png;base64,${Buffer.from('123456').toString('base64')}`
  const markup = `<p>Six</p><img src="${data}" alt="6"><img src="${data}" alt="12"><img src="/api/content/picture/a/960" alt="">`
  expect(pictureBytesIn(markup)).toBe(12)
  expect(pictureBytesIn('<p>No picture</p>')).toBe(0)
})

test('PNG, JPEG, WebP and GIF are pictures; drawings that can act are not', () => {
  expect(['image/png', 'image/jpeg', 'image/webp', 'image/gif'].every((type) => isPicture({ type }))).toBe(true)
  expect(['image/svg+xml', 'image/tiff', 'application/pdf', ''].some((type) => isPicture({ type }))).toBe(false)
})
