#!/usr/bin/env python3
"""Renders the sample photo of a meal, Shared/Testing/SampleLabels/Meals/fruit.jpg: fruit on a plate on a table, drawn
by formulas and seeded noise, without parts of real photos. Needs numpy and opencv-python-headless (requirements.txt).

    Tests/Integration/Vision/Rendering/render_meal.py [FILE]
"""

import pathlib
import sys

import cv2
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[4]
WIDTH, HEIGHT = 960, 720
LIGHT = numpy.array([-0.45, -0.55, 0.70])
CHANCE = numpy.random.default_rng(7)


def noise(scale, strength):
    """Smooth noise over the picture with blobs of `scale` pixels."""
    small = CHANCE.normal(0, 1, (max(2, int(HEIGHT / scale)), max(2, int(WIDTH / scale)))).astype(numpy.float32)
    return strength * cv2.resize(small, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)


def table():
    """Planks of wood."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH].astype(numpy.float32)
    grain = numpy.sin(y / 7 + noise(90, 2.2) + noise(30, 0.5) + x / 160)
    plank = (y // 150).astype(int) % 3
    shade = 1 + 0.05 * grain + noise(4, 0.02) + numpy.array([0, 0.06, -0.05])[plank]
    shade *= 1 - 0.25 * numpy.exp(-((y % 150) / 2.0) ** 2)
    return numpy.array([96, 134, 176], numpy.float32) * shade[..., None]


def shadow(image, centre, axes, angle, strength):
    mask = numpy.zeros((HEIGHT, WIDTH), numpy.float32)
    cv2.ellipse(mask, centre, axes, angle, 0, 360, 1, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), axes[0] / 9)
    image *= (1 - strength * mask)[..., None]


def over(image, colour, mask):
    mask = cv2.GaussianBlur(mask.astype(numpy.float32), (0, 0), 0.9)[..., None]
    return image * (1 - mask) + colour * mask


def plate(image, centre, radius):
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH].astype(numpy.float32)
    flat = 0.86
    distance = numpy.hypot(x - centre[0], (y - centre[1]) / flat) / radius
    shadow(image, (centre[0] + 16, centre[1] + 22), (radius, int(radius * flat)), 0, 0.45)
    shade = 232 + 12 * numpy.cos(numpy.clip(distance, 0, 1) * 9) * (distance > 0.6) - 14 * (x - centre[0]) / radius
    shade -= 26 * numpy.exp(-(((distance - 0.68) / 0.02) ** 2)) + 20 * numpy.exp(-(((distance - 0.98) / 0.02) ** 2))
    colour = shade[..., None] * numpy.array([0.98, 1.0, 1.0], numpy.float32)
    return over(image, colour, distance < 1)


def ball(image, centre, radius, colour, pores, gloss, tall=1.0, blemish=0.0):
    """A round fruit: a lit sphere with pores and a highlight."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH].astype(numpy.float32)
    u, v = (x - centre[0]) / radius, (y - centre[1]) / (radius * tall)
    inside = u**2 + v**2 < 1
    w = numpy.sqrt(numpy.clip(1 - u**2 - v**2, 0, 1))
    bumps = noise(3.2, pores) + noise(1.6, pores * 0.6)
    normal = numpy.stack([u + bumps, v + numpy.roll(bumps, 2, axis=1), w], axis=-1)
    normal /= numpy.linalg.norm(normal, axis=-1, keepdims=True) + 1e-6
    lit = numpy.clip(normal @ (LIGHT / numpy.linalg.norm(LIGHT)), 0, 1)
    half = numpy.array([-0.25, -0.32, 0.91])
    shine = gloss * numpy.clip(normal @ half, 0, 1) ** 40
    spots = 1 + blemish * noise(22, 1)
    shade = (0.34 + 0.78 * lit) * spots
    body = numpy.array(colour, numpy.float32)[::-1] * shade[..., None] + 255 * shine[..., None]
    shadow(image, (int(centre[0] + 0.25 * radius), int(centre[1] + 0.45 * radius)),
           (int(radius * 1.02), int(radius * 0.8)), 0, 0.5)
    return over(image, body, inside)


def banana(image, start, bend, end, thick):
    """A bent tube, yellow with brown ends and faint edges."""
    t = numpy.linspace(0, 1, 240)[:, None]
    path = (1 - t) ** 2 * numpy.array(start) + 2 * t * (1 - t) * numpy.array(bend) + t**2 * numpy.array(end)
    width = thick * (0.30 + 0.70 * numpy.sin(numpy.pi * numpy.clip(t[:, 0] * 0.94 + 0.03, 0, 1)) ** 0.42)
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH].astype(numpy.float32)
    best = numpy.full((HEIGHT, WIDTH), 9.0, numpy.float32)
    side = numpy.zeros_like(best)
    along = numpy.zeros_like(best)
    tangent = numpy.gradient(path, axis=0)
    tangent /= numpy.linalg.norm(tangent, axis=1, keepdims=True)
    for k in range(len(path)):
        dx, dy = x - path[k, 0], y - path[k, 1]
        distance = numpy.hypot(dx, dy) / width[k]
        closer = distance < best
        best = numpy.where(closer, distance, best)
        side = numpy.where(closer, (-dx * tangent[k, 1] + dy * tangent[k, 0]) / width[k], side)
        along = numpy.where(closer, t[k, 0], along)
    inside = best < 1
    cast = cv2.GaussianBlur(numpy.roll(inside.astype(numpy.float32), (16, 10), axis=(0, 1)), (0, 0), 9)
    image *= (1 - 0.45 * cast)[..., None]
    lit = 0.62 + 0.42 * numpy.sqrt(numpy.clip(1 - side**2, 0, 1)) - 0.22 * side
    ridge = 1 - 0.09 * numpy.exp(-(((side - 0.35) / 0.06) ** 2)) - 0.07 * numpy.exp(-(((side + 0.3) / 0.06) ** 2))
    shade = lit * ridge * (1 + noise(14, 0.03))
    yellow = numpy.array([48, 196, 238], numpy.float32) * shade[..., None]
    brown = numpy.array([38, 62, 84], numpy.float32)
    green = numpy.array([62, 168, 186], numpy.float32) * shade[..., None]
    tip = numpy.clip((numpy.abs(along - 0.5) - 0.475) / 0.015, 0, 1)[..., None]
    fresh = numpy.clip((along - 0.84) / 0.12, 0, 1)[..., None]
    body = (yellow * (1 - fresh) + green * fresh) * (1 - tip) + brown * tip
    specks = (noise(3, 1) > 2.3) & (noise(40, 1) > 0.2)
    body = numpy.where(specks[..., None], body * 0.55, body)
    return over(image, body, inside)


def main():
    image = table()
    image = plate(image, (480, 372), 318)
    image = banana(image, (238, 330), (470, 690), (742, 372), 50)
    image = ball(image, (392, 262), 108, (238, 128, 18), 0.085, 0.30, tall=0.97)
    image = ball(image, (606, 270), 96, (176, 30, 36), 0.008, 0.4, tall=0.95, blemish=0.12)
    cv2.ellipse(image, (606, 204), (9, 5), 20, 0, 360, (50, 110, 60), -1, cv2.LINE_AA)
    for angle in range(0, 360, 72):
        end = (int(606 + 30 * numpy.cos(numpy.radians(angle))), int(206 + 14 * numpy.sin(numpy.radians(angle))))
        cv2.line(image, (606, 205), end, (46, 118, 58), 5, cv2.LINE_AA)
    image = cv2.GaussianBlur(image, (0, 0), 0.7) + CHANCE.normal(0, 2.2, image.shape)
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "Shared/Testing/SampleLabels/Meals/fruit.jpg"
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(target), numpy.clip(image, 0, 255).astype(numpy.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])


if __name__ == "__main__":
    main()
