import { expect, test } from 'vitest'
import { prioritizeFirstPicture } from './PostBody.tsx'

const picture = (name: string) => `<img src="/${name}" alt="${name}" width="960" height="540" loading="lazy" />`

test('the first picture near the top is fetched before all else, the others when they come near', () => {
  expect(prioritizeFirstPicture(`<p>Fairs</p>${picture('a')}<p>end</p>${picture('b')}`)).toBe(
    `<p>Fairs</p><img loading="eager" fetchpriority="high" src="/a" alt="a" width="960" height="540" /><p>end</p>${picture('b')}`,
  )
})

test('a picture far down waits, and text without one stays as it is', () => {
  const far = `<p>${'word '.repeat(200)}</p>${picture('a')}`
  expect(prioritizeFirstPicture(far)).toBe(far)
  expect(prioritizeFirstPicture('<p>no picture</p>')).toBe('<p>no picture</p>')
})
