import { expect, test } from 'vitest'
import { fitSize, isPicture, pictureBytesIn } from './shrinkPicture.ts'

test('scales a phone picture down to a width of 1600 pixels, and leaves a small one unchanged', () => {
  expect(fitSize(4032, 3024)).toEqual({ width: 1600, height: 1200 })
  expect(fitSize(640, 480)).toEqual({ width: 640, height: 480 })
})

test('allows a tall picture more height than width, and never scales a side to zero', () => {
  expect(fitSize(1000, 16_000)).toEqual({ width: 500, height: 8000 })
  expect(fitSize(160_000, 10)).toEqual({ width: 1600, height: 1 })
})

test('counts the bytes of embedded pictures in a text, but not of pictures with other addresses', () => {
  const data = `data:image/png;base64,${Buffer.from('123456').toString('base64')}`
  const markup = `<p>Six</p><img src="${data}" alt="6"><img src="${data}" alt="12"><img src="/api/content/picture/a/960" alt="">`
  expect(pictureBytesIn(markup)).toBe(12)
  expect(pictureBytesIn('<p>No picture</p>')).toBe(0)
})

test('accepts PNG, JPEG, WebP and GIF as pictures, but not SVG, which can run scripts', () => {
  expect(['image/png', 'image/jpeg', 'image/webp', 'image/gif'].every((type) => isPicture({ type }))).toBe(true)
  expect(['image/svg+xml', 'image/tiff', 'application/pdf', ''].some((type) => isPicture({ type }))).toBe(false)
})
