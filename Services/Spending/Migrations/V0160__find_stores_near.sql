-- Shops by how far they are, with the way reckoned here and the search on an index (C23).

-- The middle of where the people live who buy at a shop, once there are enough of them: it follows `store_places`.
CREATE TABLE store_middles (
    store_id uuid PRIMARY KEY,
    latitude integer NOT NULL CHECK (latitude BETWEEN -9000 AND 9000),
    longitude integer NOT NULL CHECK (longitude BETWEEN -18000 AND 18000)
);
COMMENT ON COLUMN store_middles.latitude IS 'hundredths of a degree: as coarse as where people are';

INSERT INTO store_middles (store_id, latitude, longitude)
SELECT
    store_id,
    (array_agg(latitude ORDER BY latitude))[(count(*) / 2)::integer + 1],
    (array_agg(longitude ORDER BY longitude))[(count(*) / 2)::integer + 1]
FROM store_places CROSS JOIN LATERAL generate_series(1, voices)
GROUP BY store_id
HAVING count(*) >= 3;

-- East and north as a plane, for the box of a search alone: ways are reckoned on the sphere.
CREATE INDEX store_middles_place ON store_middles USING gist (point(longitude, latitude));
CREATE INDEX registered_stores_place ON registered_stores USING gist (point(longitude, latitude));

-- What a register tells of a shop counts more than where its customers live.
CREATE VIEW located_stores AS
SELECT store_id, latitude, longitude FROM registered_stores
UNION ALL
SELECT store_id, latitude, longitude FROM store_middles
WHERE NOT EXISTS (SELECT FROM registered_stores WHERE registered_stores.store_id = store_middles.store_id);

-- The way between two places as the crow flies, in kilometres, by the haversine formula on a sphere of 6371 km: the mean
-- radius of the Earth to the kilometre (IUGG: 6371.0088 km).
CREATE FUNCTION great_circle_kilometres(
    first_latitude integer, first_longitude integer, second_latitude integer, second_longitude integer
) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT 2 * 6371 * asin(sqrt(least(1.0::double precision,
        sin(radians((second_latitude - first_latitude)::double precision / 200)) ^ 2
        + cos(radians(first_latitude::double precision / 100)) * cos(radians(second_latitude::double precision / 100))
            * sin(radians((second_longitude - first_longitude)::double precision / 200)) ^ 2)))
$$;

-- The box around a circle: whatever is in the circle is in it, and little else. Where it crosses the 180th meridian it has a
-- part on the other side, elsewhere that is a point in the same box; where a pole lies in the circle it goes all around.
CREATE FUNCTION box_around(latitude integer, longitude integer, kilometres double precision)
RETURNS TABLE (here box, beyond box) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    WITH circle AS (
        SELECT degrees(kilometres / 6371) * 100 AS reach
    ), width AS (
        SELECT
            box_around.latitude - reach - 1 AS south, box_around.latitude + reach + 1 AS north,
            CASE
                WHEN abs(box_around.latitude) + reach >= 8999 THEN 36000
                ELSE degrees(asin(least(1.0::double precision,
                    sin(radians(reach / 100)) / cos(radians(box_around.latitude::double precision / 100))))) * 100 + 1
            END AS half
        FROM circle
    )
    SELECT
        box(point(box_around.longitude - half, south), point(box_around.longitude + half, north)),
        CASE
            WHEN box_around.longitude - half <= -18000
                THEN box(point(box_around.longitude - half + 36000, south), point(18000, north))
            WHEN box_around.longitude + half >= 18000
                THEN box(point(-18000, south), point(box_around.longitude + half - 36000, north))
            ELSE box(point(box_around.longitude, south), point(box_around.longitude, north))
        END
    FROM width
$$;

-- The shops that lie no farther from a place than so many kilometres, and how far: the box first, on the indexes of places.
CREATE FUNCTION stores_near(here_latitude integer, here_longitude integer, kilometres double precision)
RETURNS TABLE (store_id uuid, way double precision) LANGUAGE sql STABLE PARALLEL SAFE ROWS 100 AS $$
    SELECT store.store_id, great_circle_kilometres(here_latitude, here_longitude, store.latitude, store.longitude)
    FROM box_around(here_latitude, here_longitude, kilometres) AS box
    JOIN registered_stores AS store
        ON point(store.longitude, store.latitude) <@ box.here OR point(store.longitude, store.latitude) <@ box.beyond
    WHERE great_circle_kilometres(here_latitude, here_longitude, store.latitude, store.longitude) <= kilometres
    UNION ALL
    SELECT store.store_id, great_circle_kilometres(here_latitude, here_longitude, store.latitude, store.longitude)
    FROM box_around(here_latitude, here_longitude, kilometres) AS box
    JOIN store_middles AS store
        ON point(store.longitude, store.latitude) <@ box.here OR point(store.longitude, store.latitude) <@ box.beyond
    WHERE great_circle_kilometres(here_latitude, here_longitude, store.latitude, store.longitude) <= kilometres
        AND NOT EXISTS (SELECT FROM registered_stores AS known WHERE known.store_id = store.store_id)
$$;
